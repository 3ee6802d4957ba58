/**
 * The slope of the straight line that is nearest to all values.
 * @param {number[]} values at equal distances
 * @returns {number} from one value to the next
 */
function slope(values) {
	const meanX = (values.length - 1) / 2;
	const meanY = values.reduce((sum, value) => sum + value, 0) / values.length;
	const products = values.map((value, x) => (x - meanX) * (value - meanY));
	const squares = values.map((_, x) => (x - meanX) ** 2);
	const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);
	return sum(products) / sum(squares);
}

module.exports = { slope };
