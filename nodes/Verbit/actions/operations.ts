import { add as assetAdd } from './asset/add';
import { upload as assetUpload } from './asset/upload';
import { add as mediaAdd } from './media/add';
import { merge as mediaMerge } from './media/merge';
import type { Operation } from './operation';

/** Every operation of the node, by `resource:operation`, in the order of the editor's lists. */
export const operations: Record<string, Operation<unknown>> = {
	'asset:add': assetAdd,
	'asset:upload': assetUpload,
	'media:add': mediaAdd,
	'media:merge': mediaMerge,
};
