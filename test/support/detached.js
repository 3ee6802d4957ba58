/** @typedef {ArrayBuffer & { transfer?: (newLength: number) => ArrayBuffer }} Detachable */

/**
 * Counts the memory that is given back with `ArrayBuffer.transfer`, and gives it back: Node.js 20 has no `transfer`,
 * but detaches as well.
 */
class Detached {
	bytes = 0;

	/** @type {Detachable} */
	prototype = Object.getPrototypeOf(Buffer.alloc(0).buffer);

	original = this.prototype.transfer;

	start() {
		const detached = this;
		this.bytes = 0;
		/** @this {ArrayBuffer} */
		this.prototype.transfer = function () {
			detached.bytes += this.byteLength;
			structuredClone(this, { transfer: [this] });
			return new ArrayBuffer(0);
		};
	}

	stop() {
		if (this.original) this.prototype.transfer = this.original;
		else delete this.prototype.transfer;
	}
}

/** For the tests of one file. */
function useDetached() {
	const detached = new Detached();
	beforeEach(() => detached.start());
	afterEach(() => detached.stop());
	return detached;
}

module.exports = { useDetached };
