import { lazy, Suspense, useState } from "react";
import { hubPath } from "#shared/brand.ts";
import { deviceStorage } from "#web/lib/base/device-storage.ts";
import { useStartDemo } from "#web/lib/mailbox/use-start-demo.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import type { Overview } from "../contract.ts";
import { GettingStarted } from "./getting-started.tsx";
import { t } from "./text.ts";

const UploadDialog = lazy(() => import("./upload-dialog.tsx"));

/** Stored in this browser: the list was hidden. */
const hiddenKey = "gettingStartedHidden";

interface StartListProps {
	done: Overview["steps"];
	scan: { isRunning: boolean; run: () => unknown };
}

/** The getting-started list until all is done or it is hidden. */
export function StartList({ done, scan }: StartListProps) {
	const [isHidden, setHidden] = useState(() => deviceStorage.getItem(hiddenKey) !== null);
	const [isUploading, setUploading] = useState(false);
	const demo = useStartDemo();
	if (Object.values(done).every(Boolean) || (isHidden && done.connected)) return null;
	const hide = () => {
		deviceStorage.setItem(hiddenKey, "1");
		setHidden(true);
	};
	return (
		<GettingStarted
			done={done}
			hide={
				done.connected && (
					<Button size="small" variant="ghost" onClick={hide}>
						{t.start.hide}
					</Button>
				)
			}
			action={
				done.connected ? (
					done.synced &&
					!done.scanned && (
						<Button size="small" busy={scan.isRunning} onClick={() => void scan.run()}>
							{t.scan.start}
						</Button>
					)
				) : (
					<>
						<ButtonLink to={hubPath} variant="primary">
							{t.start.doConnect}
						</ButtonLink>
						<Button busy={demo.isPending} onClick={() => demo.mutate()}>
							{t.start.demo}
						</Button>
						<Button onClick={() => setUploading(true)}>{t.start.upload}</Button>
						{isUploading && (
							<Suspense>
								<UploadDialog onClose={() => setUploading(false)} />
							</Suspense>
						)}
					</>
				)
			}
		/>
	);
}
