import type { IExecuteFunctions } from 'n8n-workflow';

/** n8n's own stream type: community nodes must not import `stream`, not even its types. */
export type BinaryStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;
