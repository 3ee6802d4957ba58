/** The same numbers for the same seed, on every machine (mulberry32). */
class Random {
	/** @param {number} seed */
	constructor(seed) {
		this.state = seed >>> 0;
	}

	/** @returns {number} from 0 to below 1 */
	next() {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let value = this.state;
		value = Math.imul(value ^ (value >>> 15), value | 1);
		value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
		return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
	}

	/** @param {number} from @param {number} to */
	between(from, to) {
		return from + this.next() * (to - from);
	}

	/** @param {number} from @param {number} to included */
	whole(from, to) {
		return Math.floor(this.between(from, to + 1));
	}

	/** @template T @param {readonly T[]} values @returns {T} */
	pick(values) {
		return values[this.whole(0, values.length - 1)];
	}
}

module.exports = { Random };
