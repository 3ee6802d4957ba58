import type { IDataObject } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { describeValue } from '../http/redact';

/**
 * The parameter Job Metadata: a JSON text, or an object from an expression. Verbit accepts flat ones only.
 * @throws StepError that names what is not flat
 */
export function readJobMetadata(value: unknown): IDataObject {
	const metadata = typeof value === 'string' ? parse(value) : value;
	if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
		throw fault('METADATA_NOT_AN_OBJECT', {});
	}
	const deep = Object.entries(metadata).find(([, entry]) => isDeep(entry));
	if (deep !== undefined) {
		throw fault('METADATA_NOT_FLAT', { key: describeValue(deep[0]) });
	}
	return metadata as IDataObject;
}

function isDeep(entry: unknown): boolean {
	return typeof entry === 'object' && entry !== null;
}

function parse(text: string): unknown {
	if (text.trim() === '') return {};
	try {
		return JSON.parse(text) as unknown;
	} catch {
		throw fault('METADATA_NOT_JSON', {});
	}
}
