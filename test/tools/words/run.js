#!/usr/bin/env node
/** Part of `npm run lint`: keeps words that readers stumble over out of what users see. */
const { allFields, fieldFindings } = require('./fields');
const { findings } = require('./rules');
const { allTexts } = require('./texts');

const found = [...findings(allTexts()), ...fieldFindings(allFields())];
for (const line of found) console.error(line);
if (found.length > 0) console.error(`\n${found.length} texts to reword: see test/tools/words/`);
process.exitCode = found.length > 0 ? 1 : 0;
