import { organizationOf } from "#kernel/parse.ts";

/**
 * Organizations by the registrable domain from which their people write: of those with many people who write in public.
 * Left out are domains of associations, of alumni and of providers, whose addresses say nothing about where somebody works.
 */
const NAMES: Readonly<Record<string, string>> = {
	...{ "adobe.com": "Adobe", "amazon.com": "Amazon", "amazon.de": "Amazon", "amazon.co.uk": "Amazon" },
	...{ "amd.com": "AMD", "analog.com": "Analog Devices", "apache.org": "Apache Software Foundation" },
	...{ "arm.com": "Arm", "atlassian.com": "Atlassian", "basf.com": "BASF", "baylibre.com": "BayLibre" },
	...{ "bmw.de": "BMW", "bootlin.com": "Bootlin", "bosch.com": "Bosch", "broadcom.com": "Broadcom" },
	...{ "bytedance.com": "ByteDance", "canonical.com": "Canonical", "cern.ch": "CERN", "chromium.org": "Chromium" },
	...{ "cisco.com": "Cisco", "cloudflare.com": "Cloudflare", "codeaurora.org": "Code Aurora Forum" },
	...{
		"collabora.com": "Collabora",
		"debian.org": "Debian",
		"dell.com": "Dell",
		"denx.de": "DENX Software Engineering",
	},
	...{
		"dlr.de": "Deutsches Zentrum für Luft- und Raumfahrt",
		"ericsson.com": "Ericsson",
		"ettus.com": "Ettus Research",
	},
	...{ "fb.com": "Facebook", "fujitsu.com": "Fujitsu", "ge.com": "GE", "github.com": "GitHub", "gitlab.com": "GitLab" },
	...{ "google.com": "Google", "hcl.com": "HCL Technologies", "hcltech.com": "HCL Technologies", "hp.com": "HP" },
	...{ "hpe.com": "Hewlett Packard Enterprise", "huawei.com": "Huawei", "ibm.com": "IBM", "igalia.com": "Igalia" },
	...{ "infineon.com": "Infineon", "infosys.com": "Infosys", "intel.com": "Intel", "jetbrains.com": "JetBrains" },
	...{ "kitware.com": "Kitware", "kuka.com": "KUKA", "lenovo.com": "Lenovo", "linaro.org": "Linaro" },
	...{
		"linutronix.de": "Linutronix",
		"marvell.com": "Marvell",
		"mediatek.com": "MediaTek",
		"mellanox.com": "Mellanox",
	},
	...{ "meta.com": "Meta", "microchip.com": "Microchip", "micron.com": "Micron", "microsoft.com": "Microsoft" },
	...{ "mozilla.com": "Mozilla", "nasa.gov": "NASA", "netflix.com": "Netflix", "ni.com": "National Instruments" },
	...{ "nokia.com": "Nokia", "novell.com": "Novell", "nrao.edu": "National Radio Astronomy Observatory" },
	...{ "nvidia.com": "NVIDIA", "nxp.com": "NXP", "oracle.com": "Oracle", "osdl.org": "Open Source Development Labs" },
	...{
		"pengutronix.de": "Pengutronix",
		"philips.com": "Philips",
		"qualcomm.com": "Qualcomm",
		"quicinc.com": "Qualcomm",
	},
	...{ "redhat.com": "Red Hat", "renesas.com": "Renesas", "rivosinc.com": "Rivos", "salesforce.com": "Salesforce" },
	...{
		"samsung.com": "Samsung",
		"sap.com": "SAP",
		"sgi.com": "SGI",
		"shopify.com": "Shopify",
		"siemens.com": "Siemens",
	},
	...{ "sifive.com": "SiFive", "sony.com": "Sony", "spotify.com": "Spotify", "st.com": "STMicroelectronics" },
	...{
		"stripe.com": "Stripe",
		"sun.com": "Sun Microsystems",
		"suse.com": "SUSE",
		"suse.cz": "SUSE",
		"suse.de": "SUSE",
	},
	...{ "synopsys.com": "Synopsys", "tcs.com": "Tata Consultancy Services", "tencent.com": "Tencent" },
	...{ "ti.com": "Texas Instruments", "toshiba.co.jp": "Toshiba", "uber.com": "Uber", "vmware.com": "VMware" },
	...{ "wdc.com": "Western Digital", "wipro.com": "Wipro", "xilinx.com": "Xilinx", "zalando.de": "Zalando" },
	...{ "cam.ac.uk": "University of Cambridge", "caltech.edu": "Caltech", "cmu.edu": "Carnegie Mellon University" },
	...{ "columbia.edu": "Columbia University", "cornell.edu": "Cornell University", "dcu.ie": "Dublin City University" },
	...{ "epfl.ch": "EPFL", "ethz.ch": "ETH Zürich", "gatech.edu": "Georgia Tech", "harvard.edu": "Harvard University" },
	...{ "mit.edu": "Massachusetts Institute of Technology", "ox.ac.uk": "University of Oxford" },
	...{
		"princeton.edu": "Princeton University",
		"purdue.edu": "Purdue University",
		"stanford.edu": "Stanford University",
	},
	...{ "tum.de": "Technische Universität München", "ucla.edu": "UCLA", "umich.edu": "University of Michigan" },
	...{ "utexas.edu": "University of Texas at Austin", "vt.edu": "Virginia Tech", "yale.edu": "Yale University" },
};

/** Hosts of former students, and of everybody. */
const NOT_STAFF = /@(?:[^@]+\.)?(?:alum(?:ni)?|post|users|lists?)\.[^@]+$/i;

/** The organization from whose domain an address is; null: not known. */
export function organizationName(email: string): string | null {
	if (NOT_STAFF.test(email)) return null;
	return NAMES[organizationOf(email.slice(email.lastIndexOf("@") + 1).toLowerCase())] ?? null;
}
