import { DeleteCard } from "./delete-card.tsx";
import { ExportCard } from "./export-card.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { StorageCard } from "./storage-card.tsx";

/** `/settings/data`: storage, data export, and account deletion. */
export default function DataPage() {
	return (
		<SettingsFrame>
			<StorageCard />
			<ExportCard />
			<DeleteCard />
		</SettingsFrame>
	);
}
