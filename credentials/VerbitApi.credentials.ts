import type {
	IAuthenticate,
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import type { AuthenticateOptions } from '../nodes/Verbit/n8n/tokenRenewal';
import { authorizationOf, renewToken } from './verbitApi/accessToken';
import { refuseOtherHost } from './verbitApi/hosts';
import { credentialProperties, testRequest } from './verbitApi/properties';

export class VerbitApi implements ICredentialType {
	name = 'verbitApi';

	displayName = 'Verbit API';

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-verbit#credentials';

	icon: Icon = {
		light: 'file:../nodes/Verbit/verbit.svg',
		dark: 'file:../nodes/Verbit/verbit.dark.svg',
	};

	/** Hides n8n's field for allowed hosts, whose list could forbid the exchange of the key. `refuseOtherHost` takes its place. */
	hideDomainRestrictionFields = true;

	properties = credentialProperties;

	test = testRequest;

	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		if (credentials.authentication === 'apiToken') return {};
		return await renewToken(this.helpers, credentials);
	}

	/** An own property, not a method: n8n's editor offers a credential for HTTP Request only if a copy of this object has it. */
	authenticate: IAuthenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions & { authenticateOptions?: AuthenticateOptions },
	): Promise<IHttpRequestOptions> => {
		refuseOtherHost(credentials, requestOptions);
		const { authenticateOptions = {} } = requestOptions;
		const Authorization = authorizationOf(credentials, authenticateOptions);
		return {
			...requestOptions,
			abortSignal: authenticateOptions.abortSignal ?? requestOptions.abortSignal,
			sendCredentialsOnCrossOriginRedirect: false,
			headers: { ...requestOptions.headers, Authorization },
		};
	};
}
