/**
 * n8n offers nodes no atomic insert into its database, by which one of several writers wins.
 * Relied on: n8n keeps the "processed" entries of a node in one row. It finds the row by the node's ID, which its helper
 * reads before it first waits, and its database doesn't insert a row twice. So each record is a row of its own: the ID
 * holds the record's name while the helper is called. The helper counts entries, also equal ones that come with the first
 * call, so a small number is that many entries; with `latestIncrementalKey` it keeps the larger of two numbers, and says
 * whether a number is larger than the one it keeps.
 * Seen in: n8n 1.123 to 2.40; n8n before 1.66 has no such helper.
 * Checked before a record is believed: one that is never made must not be there.
 * Missing, as in an older n8n: nothing is sent for an item with an external ID, except with Create Another.
 */
import type { DeduplicationHelperFunctions, IExecuteFunctions, INode } from 'n8n-workflow';

import { sentence } from '../errors/createError';
import { logOf } from '../secrets/secrets';

const CANARY = 'never made';

/** Codes of Postgres, SQLite and MySQL for a row that exists, and words of their messages. */
const SECOND_INSERT = /\b(23505|SQLITE_CONSTRAINT|ER_DUP_ENTRY)\b|unique|duplicate/i;

let isolationVerified = false;

const warned = new WeakSet<object>();

/** Small records in n8n's database, each with a name, which every process of n8n reads. */
export class Records {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly prefix = '',
	) {}

	async read(name: string): Promise<number> {
		const count = await this.withRowId(name, async (helpers) => {
			return await helpers.getProcessedDataCount('node', { mode: 'entries' });
		});
		if (count > 0) await this.verifyIsolation(name);
		return count;
	}

	/**
	 * Inserts a record with a small number, from 1. One that is there stays as it is: its entries are equal.
	 * @returns whether this call inserted it: of all that try at once, one does
	 */
	async insert(name: string, number = 1): Promise<boolean> {
		return (await this.write(name, new Array<string>(number).fill('1'))).length === 0;
	}

	/**
	 * Records a time, ms since 1970. The helper reads the row and then writes it, so a later time may be replaced by what
	 * another execution has read.
	 * @returns whether one at least as late was recorded before, which then stays
	 */
	async insertTime(name: string, time: number): Promise<boolean> {
		return (await this.write(name, [String(time)], 'latestIncrementalKey')).length > 0;
	}

	/** Inserts a record, or adds the entries that it lacks. Returns those of the entries that it had before. */
	async write(
		name: string,
		entries: string[],
		mode: 'entries' | 'latestIncrementalKey' = 'entries',
	): Promise<string[]> {
		const write = async () =>
			await this.withRowId(name, async (helpers) => {
				return await helpers.checkProcessedAndRecord(entries, 'node', { mode });
			});
		const { processed } = await write().catch(async (error: Error & { code?: unknown }) => {
			// Another execution inserted it at the same time. After any other error, this call may have inserted it.
			if (SECOND_INSERT.test(`${String(error.code)} ${error.message}`)) return await write();
			throw error;
		});
		if (processed.length > 0) await this.verifyIsolation(name);
		return processed.map(String);
	}

	async remove(names: string[]): Promise<void> {
		const remove = async (helpers: DeduplicationHelperFunctions) =>
			await helpers.clearAllProcessedItems('node', { mode: 'entries' });
		await Promise.all(names.map(async (name) => await this.withRowId(name, remove)));
	}

	readonly reportFailure = ({ message: reason }: Error): void => {
		if (warned.has(this.context)) return;
		warned.add(this.context);
		const { name: node } = this.context.getNode();
		logOf(this.context).warn(sentence('IDS_NOT_REMEMBERED', { node, reason }));
	};

	/** An n8n that keeps all records in one row would take the entries of one for those of another. */
	private async verifyIsolation(name: string): Promise<void> {
		if (name === CANARY) throw new Error(sentence('IDS_NOT_APART', {}));
		isolationVerified ||= (await this.read(CANARY)) === 0;
	}

	/** Not `async`: the node has its own ID again when this returns. n8n has read the record's ID by then. */
	private withRowId<T>(
		name: string,
		call: (helpers: DeduplicationHelperFunctions) => Promise<T>,
	): Promise<T> {
		const { node } = this.context as unknown as { node: INode };
		const { id } = node;
		node.id = `${id}:${this.prefix}${name}`;
		try {
			return call(this.context.helpers);
		} finally {
			node.id = id;
		}
	}
}
