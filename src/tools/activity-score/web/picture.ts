import { download } from "#web/lib/base/download.ts";
import { formatNumber, formatPercent } from "#web/lib/base/format.ts";
import { formatDays } from "#web/lib/base/format-days.ts";
import { stepOf } from "#web/ui/charts/chart-data.ts";
import type { ActivityScore } from "../contract.ts";
import { heatCells } from "../heat.ts";
import { nameOf } from "./export-csv.ts";
import { weekdays } from "./heat-data.ts";
import { t } from "./text.ts";

const WIDTH = 960;
const HEIGHT = 560;
/** Pixels of the picture for each of the layout. */
const SCALE = 2;
const MARGIN = 48;

interface Pen {
	context: CanvasRenderingContext2D;
	/** Value of a design token. */
	color: (token: string) => string;
}

/** Downloads a picture (PNG) of the score, its metrics and the heat map, in the colors of the page. */
export async function exportPicture(report: ActivityScore): Promise<void> {
	await document.fonts.ready;
	const canvas = document.createElement("canvas");
	[canvas.width, canvas.height] = [WIDTH * SCALE, HEIGHT * SCALE];
	const context = canvas.getContext("2d");
	if (context === null) throw new Error(t.page.pictureFailed);
	context.scale(SCALE, SCALE);
	draw(report, { context, color: tokens() });
	const { promise, resolve } = Promise.withResolvers<Blob | null>();
	canvas.toBlob(resolve, "image/png");
	const file = await promise;
	if (file === null) throw new Error(t.page.pictureFailed);
	download(nameOf(report, "png"), file);
}

/** Reads design tokens as the browser resolves them. */
function tokens(): Pen["color"] {
	const style = getComputedStyle(document.documentElement);
	return (token) => style.getPropertyValue(token).trim() || "gray";
}

function draw(report: ActivityScore, pen: Pen): void {
	const { context, color } = pen;
	context.fillStyle = color("--paper");
	context.fillRect(0, 0, WIDTH, HEIGHT);
	const { from, until } = report.current;
	const last = new Date(Date.parse(until) - 86_400_000).toISOString().slice(0, 10);
	write(pen, t.page.title, { x: MARGIN, y: 72, size: 30, font: "display" });
	write(pen, formatDays(from, last), { x: MARGIN, y: 98, size: 15, token: "--ink-2" });
	const score = report.score === null ? t.score.tooLittle : String(report.score);
	write(pen, score, { x: MARGIN, y: 180, size: report.score === null ? 30 : 68, font: "display" });
	if (report.score !== null) write(pen, t.score.of100, { x: MARGIN + 96, y: 180, size: 15, token: "--ink-2" });
	metricsOf(report).forEach(({ name, value }, index) => {
		const x = MARGIN + 240 + index * 160;
		write(pen, name, { x, y: 146, size: 14, token: "--ink-2" });
		write(pen, value, { x, y: 178, size: 24, font: "display" });
	});
	drawHeat(report, pen);
}

function metricsOf({ current }: ActivityScore): { name: string; value: string }[] {
	const shown = (value: number | null, format: (value: number) => string): string =>
		value === null ? "–" : format(value);
	return [
		{
			name: t.metrics.names.emailsPerDay,
			value: shown(current.emailsPerDay, (value) => formatNumber(Number(value.toFixed(1)))),
		},
		{ name: t.metrics.names.responseTime, value: shown(current.response.median, t.hours) },
		{ name: t.metrics.names.replyRate, value: shown(current.replyRate, formatPercent) },
		{ name: t.metrics.names.openRate, value: shown(current.openRate, formatPercent) },
	];
}

function drawHeat(report: ActivityScore, pen: Pen): void {
	const { context, color } = pen;
	const cells = heatCells(report.hours, "received");
	const max = Math.max(0, ...cells.flat().map(({ count }) => count));
	write(pen, t.patterns.heat.received, { x: MARGIN, y: 246, size: 15 });
	const [left, width, height] = [MARGIN + 52, (WIDTH - 2 * MARGIN - 52) / 24, 34];
	weekdays().forEach(({ day, name }, row) => {
		const y = 264 + row * height;
		write(pen, name, { x: MARGIN, y: y + 21, size: 13, token: "--ink-3" });
		cells[day]?.forEach(({ count }, hour) => {
			const step = stepOf(count, max);
			context.fillStyle = color(step === 0 ? "--chart-track" : `--chart-seq-${step}`);
			context.fillRect(left + hour * width, y, width - 2, height - 2);
		});
	});
}

interface Writing {
	x: number;
	/** Of the baseline. */
	y: number;
	size: number;
	font?: "display" | "sans";
	token?: string;
}

function write({ context, color }: Pen, text: string, { x, y, size, font = "sans", token }: Writing): void {
	context.fillStyle = color(token ?? "--ink");
	context.font = `${size}px ${color(font === "display" ? "--display" : "--font")}`;
	context.fillText(text, x, y);
}
