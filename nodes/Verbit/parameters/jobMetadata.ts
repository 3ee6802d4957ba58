import type { IDataObject } from 'n8n-workflow';

import { inputError } from '../errors/stepError';
import { describeValue } from '../http/redact';

const REMEDY =
	'Give an object with plain values, such as {"department": "Law", "room": 12}: the service takes no objects or lists inside it.';

/**
 * The parameter Job Metadata: a JSON text, or an object from an expression. The service takes flat ones only.
 * @throws StepError that names what is not flat
 */
export function readJobMetadata(value: unknown): IDataObject {
	const metadata = typeof value === 'string' ? parse(value) : value;
	if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
		throw inputError('Job Metadata is no JSON object', REMEDY);
	}
	const deep = Object.entries(metadata).find(([, entry]) => isDeep(entry));
	if (deep !== undefined) {
		throw inputError(
			`Job Metadata is not flat: ${describeValue(deep[0])} is no plain value`,
			REMEDY,
		);
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
		throw inputError('Job Metadata can not be read as JSON', REMEDY);
	}
}
