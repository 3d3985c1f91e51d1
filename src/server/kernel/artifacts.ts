/**
 * Generated files with an expiry, in the data folder or the object store.
 */

/** Register, write, finish; then read until it expires. */
export {
	extendArtifact,
	finishFile,
	isArtifactReady,
	pathToWrite,
	readArtifact,
	registerArtifact,
	removeArtifact,
} from "../platform/artifacts/files.ts";
