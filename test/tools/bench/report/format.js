const MIB = 1024 * 1024;
const NONE = '–';

/** @param {number} value of a file, which is a whole number of its unit */
const bytes = (value) =>
	value >= 1024 * MIB
		? `${+(value / 1024 / MIB).toFixed(1)} GiB`
		: `${Math.round(value / MIB)} MiB`;

/** @param {number} value always in the same unit, to be compared in a column */
const memory = (value) => (Number.isNaN(value) ? NONE : `${Math.round(value / MIB)} MiB`);

/** @param {number} ms */
function duration(ms) {
	if (Number.isNaN(ms)) return NONE;
	return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

/**
 * @param {number} size
 * @param {number} ms
 */
const rate = (size, ms) =>
	Number.isNaN(ms) ? NONE : `${Math.round(size / 1e6 / (ms / 1000))} MB/s`;

/** @param {number} value */
const ratio = (value) => (Number.isNaN(value) ? NONE : `${value.toFixed(2)} ×`);

/** @param {number} share from 0 to 1 */
const percent = (share) => (Number.isNaN(share) ? NONE : `${(share * 100).toFixed(1)} %`);

module.exports = { bytes, duration, memory, MIB, percent, rate, ratio };
