/** @typedef {ArrayBuffer & { transfer?: (newLength: number) => ArrayBuffer }} Detachable */

/**
 * Counts the memory that the tests of a file give back with `ArrayBuffer.transfer`, and gives it back: Node.js 20 has no
 * `transfer`, but detaches as well.
 */
function useDetached() {
	/** @type {Detachable} */
	const prototype = Object.getPrototypeOf(Buffer.alloc(0).buffer);
	const detached = { bytes: 0, prototype };
	const { transfer } = prototype;
	beforeEach(() => {
		detached.bytes = 0;
		/** @this {ArrayBuffer} */
		prototype.transfer = function () {
			detached.bytes += this.byteLength;
			structuredClone(this, { transfer: [this] });
			return new ArrayBuffer(0);
		};
	});
	afterEach(() => {
		if (transfer) prototype.transfer = transfer;
		else delete prototype.transfer;
	});
	return detached;
}

module.exports = { useDetached };
