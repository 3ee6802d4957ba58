/** Loaded into n8n's process, which then can not give memory back before its garbage collector does: as Node.js before 22. */
delete (/** @type {any} */ (ArrayBuffer.prototype).transfer);
