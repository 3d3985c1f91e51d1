import { type DestinationStream, pino, stdSerializers } from "pino";
import type { Config } from "./config.ts";

/** What a line is about. */
interface LogFields {
	/** What happened, in words that stay when the message is reworded: `job.failed`. */
	event: string;
	[field: string]: unknown;
}

type Log = (fields: LogFields, message: string) => void;

/** Writes a line of a level. */
export type Logger = Record<"debug" | "info" | "warn" | "error" | "fatal", Log>;

const secrets = [
	"password",
	"token",
	"secret",
	"authorization",
	"cookie",
	"credentials",
	"accessToken",
	"refreshToken",
];
/** Mail content must never be logged. */
const content = ["subject", "text", "html", "preview", "raw"];
const hidden = [...secrets, ...content];

/** Fields of PostgreSQL errors that quote rows, which may contain mail. */
const ofRows = ["detail", "where", "internalQuery"];

function withoutRows(cause: Error): object {
	const serialized: object = stdSerializers.err(cause);
	return Object.fromEntries(Object.entries(serialized).filter(([name]) => !ofRows.includes(name)));
}

/** Structured logs, one JSON object per line, with secrets and mail content redacted up to three levels deep. */
export function createLogger(config: Pick<Config, "logLevel">, destination?: DestinationStream): Logger {
	const options = {
		level: config.logLevel,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime,
		serializers: { err: withoutRows },
		redact: { paths: hidden.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[hidden]" },
	};
	return destination === undefined ? pino(options) : pino(options, destination);
}
