/** The pool was closed before or while a batch was parsed. */
export class ParsePoolClosed extends Error {
	constructor() {
		super("The parser was stopped. The messages have not been stored; start the import again to continue.");
		this.name = "ParsePoolClosed";
	}
}

/** Parsing succeeded but the worker could not finish, nearly always because a file could not be written. */
export class BlobWriteError extends Error {
	constructor(reason: string) {
		super(`A message could not be written to the data folder: ${reason}. Check free space and permissions.`);
		this.name = "BlobWriteError";
	}
}

/** Worker threads do not start: out of memory or threads. */
export class ParserUnavailable extends Error {
	constructor() {
		super(
			"The mail parser could not be started, probably for lack of memory. Free some memory and start the import again.",
		);
		this.name = "ParserUnavailable";
	}
}

/** A message exceeds the limits on time, memory or result size. */
export class MessageTooComplex extends Error {
	readonly limit: "time" | "memory" | "size";
	constructor(limit: "time" | "memory" | "size") {
		super(`The message exceeds the ${limit} limit of the parser.`);
		this.name = "MessageTooComplex";
		this.limit = limit;
	}
}

/** A user has more messages waiting to be parsed than the queue accepts. */
export class ParserBusy extends Error {
	constructor() {
		super("Too many messages of one person are waiting to be parsed.");
		this.name = "ParserBusy";
	}
}
