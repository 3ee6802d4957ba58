/** Where the fields of several operations are, beside the readers that check them. */
export { assetIdsField } from './assetIds';
export { binariesField, binaryField } from './binaryFields';
export { jobIdField } from './jobIdField';
export { allowShortLivedUrlOption, linkField } from './link';
export { optionsField, sourceOptionsField, uploadOptionsField } from './optionsField';
export { showFor } from './showFor';
