/** Tags allowed in mail. All others are removed; their text stays unless the tag itself is dangerous. */
export const allowedTags = (
	"html head body a abbr acronym address area article aside b bdi bdo big blockquote br caption center cite code col colgroup " +
	"dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main map mark " +
	"nav ol p pre q rp rt ruby s samp section small span strike strong style sub summary sup table tbody td tfoot th thead " +
	"time title tr tt u ul var wbr #text"
).split(" ");

/** Removed with their content: it would be parsed as text, or is a known way to break out. */
export const droppedWithContent = (
	"script noscript template svg math iframe frame frameset object embed applet canvas form-data " +
	"textarea select option datalist noembed noframes plaintext xmp listing selectedcontent"
).split(" ");

export const allowedAttributes = (
	"abbr align alt background bgcolor border cellpadding cellspacing class clear color colspan coords datetime dir face headers " +
	"height href hspace id lang link media name noshade nowrap open role rowspan scope shape size span src start style text " +
	"title type usemap valign value vspace width"
).split(" ");
