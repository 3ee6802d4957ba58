import type {
	IAuthenticate,
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { authorizationOf, type TracedRequestOptions } from './verbitApi/authorization';
import { exchangeKey, sharedExchange } from './verbitApi/exchangeKey';
import { apiKeyOf, credentialHash, hostsOf } from './verbitApi/hosts';
import { credentialProperties, testRequest } from './verbitApi/properties';

export class VerbitApi implements ICredentialType {
	name = 'verbitApi';

	displayName = 'Verbit API';

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-verbit#credentials';

	icon: Icon = {
		light: 'file:../nodes/Verbit/verbit.svg',
		dark: 'file:../nodes/Verbit/verbit.dark.svg',
	};

	properties: INodeProperties[] = credentialProperties;

	test: ICredentialTestRequest = testRequest;

	/**
	 * Called by n8n when there is no token yet, and when `authenticate` says that it has expired.
	 * What it returns is stored, encrypted, in the credential: for all executions and all workers.
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const { authUrl } = hostsOf(credentials);
		if (credentials.authentication === 'apiToken') return {};
		const tokenFor = credentialHash(credentials);
		const apiKey = apiKeyOf(credentials);
		const heldToken = String(credentials.accessToken ?? '');
		const { token, renewAfter } = await sharedExchange(tokenFor, heldToken, async () => {
			return await exchangeKey(this.helpers, authUrl, apiKey);
		});
		return { accessToken: token, renewAfter: String(renewAfter), tokenFor };
	}

	authenticate: IAuthenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const { tokenTrace } = requestOptions as TracedRequestOptions;
		const Authorization = authorizationOf(credentials, tokenTrace);
		const { abortSignal = requestOptions.abortSignal } = tokenTrace ?? {};
		return {
			...requestOptions,
			abortSignal,
			headers: { ...requestOptions.headers, Authorization },
		};
	};
}
