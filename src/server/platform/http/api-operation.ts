/** The parts of an OpenAPI 3.1 description that this server writes. */

export type JsonSchema = { [key: string]: unknown };

export interface Parameter {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	description?: string;
	schema: JsonSchema;
}

export interface Content {
	[contentType: string]: { schema: JsonSchema };
}

export interface Operation {
	operationId: string;
	summary: string;
	tags: string[];
	security: Record<string, string[]>[];
	parameters?: Parameter[];
	requestBody?: { required: boolean; content: Content };
	responses: Record<string, { description: string; content?: Content }>;
}
