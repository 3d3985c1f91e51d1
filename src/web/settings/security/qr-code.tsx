import qrcode from "qrcode-generator";

/** Quiet zone around the code, in modules (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code, dark on light in every theme because scanners expect that. @param label its purpose */
export function QrCode({ text, label }: { text: string; label: string }) {
	const code = qrcode(0, "M");
	code.addData(text);
	code.make();
	const size = code.getModuleCount();
	const rows = Array.from({ length: size }, (_, row) => row);
	const path = rows
		.map((row) => rows.map((column) => (code.isDark(row, column) ? `M${column} ${row}h1v1h-1z` : "")).join(""))
		.join("");
	const side = size + 2 * QUIET;
	return (
		<svg
			role="img"
			aria-label={label}
			viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
			shapeRendering="crispEdges"
			className="size-44 rounded-2 border border-line"
		>
			<rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
			<path d={path} fill="#111" />
		</svg>
	);
}
