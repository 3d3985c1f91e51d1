import { FlaskConical } from "lucide-react";
import type { ConnectPanelProps } from "#web/lib/mailbox/provider-screens.ts";
import { useStartDemo } from "#web/lib/mailbox/use-start-demo.ts";
import { Button } from "#web/ui/button/button.tsx";
import { t } from "./text.ts";

/** Starts the demo mailbox. */
export default function DemoPanel({ connected }: ConnectPanelProps) {
	const start = useStartDemo();
	return (
		<div className="flex flex-col gap-3">
			<p className="text-14 text-ink-2">{t.panel.description}</p>
			{connected.length > 0 ? (
				<p className="text-13 text-ink-3">{t.panel.running}</p>
			) : (
				<div>
					<Button variant="primary" icon={FlaskConical} busy={start.isPending} onClick={() => start.mutate()}>
						{t.panel.start}
					</Button>
				</div>
			)}
		</div>
	);
}
