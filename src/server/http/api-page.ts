import { html, raw } from "hono/html";
import { brand } from "#shared/brand.ts";
import { accentTokens } from "#shared/brand-colors.ts";
import type { JsonSchema, Operation } from "../platform/http/api-operation.ts";
import { apiPageStyle } from "./api-page-style.ts";
import type { OpenApi } from "./openapi.ts";
import { iconLink } from "./site-pages.ts";
import { typeText } from "./type-text.ts";

type Html = ReturnType<typeof html>;

interface Entry {
	method: string;
	path: string;
	operation: Operation;
}

/** The web app's fonts, when it has been built. */
export interface Typefaces {
	text: string | null;
	titles: string | null;
}

/** The API description as an HTML page without scripts or external resources. */
export function apiPage(api: OpenApi, typefaces: Typefaces): Html {
	const entries = Object.entries(api.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]): Entry => ({ method: method.toUpperCase(), path, operation })),
	);
	const sections = api.tags.map(({ name }) => ({
		name,
		entries: entries.filter((entry) => entry.operation.tags[0] === name),
	}));
	return html`<!doctype html>
<html lang="en">
	<head>
		<meta charset="utf-8" />
		<meta name="viewport" content="width=device-width, initial-scale=1" />
		<meta name="color-scheme" content="light dark" />
		<title>API · ${brand.name}</title>
		${raw(iconLink())}
		<style>${raw(face("Instrument Sans Variable", typefaces.text) + face("Newsreader Variable", typefaces.titles) + apiPageStyle + accent())}</style>
	</head>
	<body>
		<header class="top">
			<a class="brand" href="/">${brand.name}</a>
			<a href="/api/openapi.json">openapi.json</a>
		</header>
		<div class="page">
			<nav aria-label="Routes">
				${sections.map(
					(section) => html`<h2>${section.name}</h2>
				<ul>
					${section.entries.map(
						(entry) => html`<li><a href="#${entry.operation.operationId}">${entry.operation.operationId}</a></li>`,
					)}
				</ul>`,
				)}
			</nav>
			<main>
				<h1>${api.info.title}</h1>
				<p class="lead">Version ${api.info.version}. ${withCode(api.info.description)}</p>
				${sections.map(
					(section) => html`<section>
					<h2>${section.name}</h2>
					${section.entries.map(renderEntry)}
				</section>`,
				)}
			</main>
		</div>
	</body>
</html>`;
}

/** The operator's accent color, in both themes. */
function accent(): string {
	if (brand.accent === null) return "";
	const { light, dark } = accentTokens(brand.accent);
	return `:root { --accent: light-dark(${light["--accent"]}, ${dark["--accent"]}); }`;
}

function face(family: string, url: string | null): string {
	return url === null
		? ""
		: `@font-face { font-family: "${family}"; src: url("${url}") format("woff2"); font-weight: 200 800; font-display: swap; }`;
}

function renderEntry({ method, path, operation }: Entry): Html {
	const input = Object.entries(operation.requestBody?.content ?? {});
	return html`<article id="${operation.operationId}">
	<h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></h3>
	<p>${withCode(operation.summary)} <span class="who">${operation.security.length === 0 ? "Open to all" : "Signed in"}</span></p>
	${parameterTable(operation)}
	${input.map(([type, { schema }]) => block("Body", type, schema))}
	${Object.entries(operation.responses).map(([status, response]) => {
		const [content] = Object.entries(response.content ?? {});
		if (content !== undefined && content[0] === "application/json")
			return block(status, response.description, content[1].schema);
		return html`<p class="reply"><b>${status}</b> ${withCode(response.description)}${content === undefined ? "" : html` · <code>${content[0]}</code>`}</p>`;
	})}
</article>`;
}

function parameterTable(operation: Operation): Html | string {
	const parameters = operation.parameters ?? [];
	if (parameters.length === 0) return "";
	return html`<table>
	<thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Type</th></tr></thead>
	<tbody>
		${parameters.map(
			(parameter) => html`<tr>
			<td><code>${parameter.name}</code>${parameter.required ? " (required)" : ""}</td>
			<td>${parameter.in}</td>
			<td><code>${typeText(parameter.schema)}</code> ${withCode(parameter.description ?? "")}</td>
		</tr>`,
		)}
	</tbody>
</table>`;
}

function block(title: string, note: string, schema: JsonSchema): Html {
	return html`<details>
	<summary><b>${title}</b> ${withCode(note)}</summary>
	<pre tabindex="0">${typeText(schema)}</pre>
</details>`;
}

/** Renders `marked` words as code. */
function withCode(text: string): Html[] {
	return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
