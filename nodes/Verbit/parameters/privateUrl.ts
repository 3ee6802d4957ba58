import type { IExecuteFunctions } from 'n8n-workflow';

/** A host that can't be reached from outside its network: a loopback or private address, or a name without a domain. */
const PRIVATE_HOST =
	/^([^.:[\]]+|.+\.(local|localhost|internal|lan|home\.arpa)|(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+)+|\[(::|::1|::ffff:.*|f[cd].*|fe[89ab].*)\])\.?$/;

/** Returns whether Verbit's own cloud can't reach a URL. A custom environment may be in the same private network. */
export async function isPrivateUrl(context: IExecuteFunctions, url: string): Promise<boolean> {
	if (!PRIVATE_HOST.test(new URL(url).hostname)) return false;
	const { environment } = await context.getCredentials('verbitApi');
	return environment !== 'custom';
}
