import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./command.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Parses the arguments after the command's name. @throws UsageError with the usage, for unknown options */
export function readArguments<const O extends Options>(options: O, usage: string) {
	try {
		return parseArgs<{ options: O; allowPositionals: true }>({ options, allowPositionals: true });
	} catch (cause) {
		throw new UsageError(`${(cause as Error).message}\n\n${usage}`);
	}
}
