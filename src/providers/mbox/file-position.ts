/** A position in an uploaded file. */
export interface FilePosition {
	/** Index of the file in an archive; 0 otherwise. */
	member: number;
	/** Bytes from the start of the unpacked member. */
	offset: number;
}

/** The position after the last entry of a file. */
export const FILE_END: FilePosition = { member: Number.MAX_SAFE_INTEGER, offset: 0 };
