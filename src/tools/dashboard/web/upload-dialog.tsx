import { Suspense } from "react";
import { kindConnectedBy } from "#shared/providers.ts";
import { providerScreens } from "#web/providers.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { t } from "./text.ts";

const { panel: Panel } = providerScreens[kindConnectedBy("files")];

/** Uploads mail files from the dashboard, which shows them as soon as their import starts. */
export default function UploadDialog({ onClose }: { onClose: () => void }) {
	return (
		<Dialog open title={t.start.upload} description={t.start.uploadNote} onClose={onClose}>
			<Suspense fallback={<Skeleton shape="text" rows={5} label={t.start.loadingUpload} />}>
				<Panel connected={[]} onOpenInbox={undefined} />
			</Suspense>
		</Dialog>
	);
}
