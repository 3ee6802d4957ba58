const { ACCESS_SWITCHES } = require('./access');
const { CAPTION_SWITCHES } = require('./captions');
const { DIRECT_UPLOAD_SWITCHES } = require('./directUpload');
const { JOB_SWITCHES } = require('./job');
const { MEDIA_SWITCHES } = require('./media');

/**
 * What the vendor does not say in public. The emulator has to choose, and each choice is an assumption:
 * the others can be switched to, so that a client is tested against all of them. A few are settings, as an account has them.
 *
 * @typedef {import('./access').AccessSwitches & import('./job').JobSwitches & import('./media').MediaSwitches
 *   & import('./captions').CaptionSwitches & import('./directUpload').DirectUploadSwitches} SwitchValues
 *
 * @typedef {keyof SwitchValues} SwitchName
 *
 * @typedef {object} Switch
 * @property {string | number | boolean} default
 * @property {Array<string | number | boolean> | RegExp} values all of them, or the form they have
 * @property {string} about
 */

/** @type {Readonly<Record<SwitchName, Switch>>} */
const SWITCHES = {
	...ACCESS_SWITCHES,
	...JOB_SWITCHES,
	...MEDIA_SWITCHES,
	...DIRECT_UPLOAD_SWITCHES,
	...CAPTION_SWITCHES,
};

module.exports = { SWITCHES };
