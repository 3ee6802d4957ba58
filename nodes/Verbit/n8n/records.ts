/**
 * n8n offers nodes no atomic insert into its database, by which one of several writers wins.
 * Relied on: n8n keeps a node's "processed" entries in one row, which it inserts once and finds by `node.id`. The helper reads that
 * ID before it first waits, so `withRowId` overwrites it with the record's name during the call, and each record gets its own row.
 * Equal entries of a first call are counted, and `latestIncrementalKey` keeps the larger of two numbers.
 * Seen in: n8n 1.123 to 2.40; n8n before 1.66 has no such helper.
 * Safeguard: a name that nobody writes is read once. If it exists, all records share one row, and none is believed.
 * Missing, as in an older n8n: nothing is sent for an item with an External ID, except with Create Another.
 */
import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { sentence } from '../errors/createError';
import { logOf } from '../secrets/secrets';

const CANARY = 'never made';

/** Codes of Postgres, SQLite and MySQL for an insert of an existing row, and words of their messages. */
const SECOND_INSERT = /\b(23505|SQLITE_CONSTRAINT|ER_DUP_ENTRY)\b|unique|duplicate/i;

let isolationVerified = false;

const warned = new WeakSet<object>();

export class Records {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly prefix = '',
	) {}

	async read(name: string): Promise<number> {
		const { helpers } = this.context;
		const read = async () => await helpers.getProcessedDataCount('node', { mode: 'entries' });
		const count = await this.withRowId(name, read);
		if (count > 0) await this.verifyIsolation(name);
		return count;
	}

	/** Returns whether this call inserted a record with a small number, from 1. Of several calls at a time, only one does. */
	async insert(name: string, number = 1): Promise<boolean> {
		return (await this.write(name, new Array<string>(number).fill('1'))).length === 0;
	}

	/** Records a time, ms since 1970, unless one at least as late is there. Another execution may then replace it by an earlier. */
	async raiseTime(name: string, time: number): Promise<boolean> {
		return (await this.write(name, [String(time)], 'latestIncrementalKey')).length === 0;
	}

	/** Inserts a record, or adds missing entries to a record. Returns the entries that the record already had. */
	async write(
		name: string,
		entries: string[],
		mode: 'entries' | 'latestIncrementalKey' = 'entries',
	): Promise<string[]> {
		const { helpers } = this.context;
		const record = async () => await helpers.checkProcessedAndRecord(entries, 'node', { mode });
		const write = async () => await this.withRowId(name, record);
		const { processed } = await write().catch(async (error: Error & { code?: unknown }) => {
			// Another execution inserted the record at the same time. After any other error, this call may have inserted it.
			if (SECOND_INSERT.test(`${String(error.code)} ${error.message}`)) return await write();
			throw error;
		});
		if (processed.length > 0) await this.verifyIsolation(name);
		return processed.map(String);
	}

	async remove(names: string[]): Promise<void> {
		const { helpers } = this.context;
		const remove = async () => await helpers.clearAllProcessedItems('node', { mode: 'entries' });
		await Promise.all(names.map(async (name) => await this.withRowId(name, remove)));
	}

	readonly reportFailure = ({ message: reason }: Error): void => {
		if (warned.has(this.context)) return;
		warned.add(this.context);
		const { name: node } = this.context.getNode();
		logOf(this.context).warn(sentence('IDS_NOT_REMEMBERED', { node, reason }));
	};

	/** Throws if this n8n keeps all records in one row, and so would take the entries of one record for those of another. */
	private async verifyIsolation(name: string): Promise<void> {
		if (name === CANARY) throw new Error(sentence('IDS_NOT_APART', {}));
		isolationVerified ||= (await this.read(CANARY)) === 0;
	}

	/** Calls n8n's helper with a record's name in `node.id`. Isn't `async`, so that the ID is restored as soon as n8n has read it. */
	private withRowId<T>(name: string, call: () => Promise<T>): Promise<T> {
		const { node } = this.context as unknown as { node: INode };
		const { id } = node;
		node.id = `${id}:${this.prefix}${name}`;
		try {
			return call();
		} finally {
			node.id = id;
		}
	}
}
