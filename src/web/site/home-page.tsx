import { CallToAction } from "./home/call-to-action.tsx";
import { Features } from "./home/features.tsx";
import { Figures } from "./home/figures.tsx";
import { Hero } from "./home/hero.tsx";
import { Testimonials } from "./home/testimonials.tsx";
import { ToolCards } from "./home/tool-cards.tsx";

/** The landing page. */
export default function HomePage() {
	return (
		<div className="overflow-x-clip">
			<Hero />
			<Figures />
			<ToolCards />
			<Features />
			<Testimonials />
			<CallToAction />
		</div>
	);
}
