import type { Words } from "./words.ts";

export const spanish: Words = {
	rhetorical: [
		"^¿?como (?:estas?|esta usted|estan|va todo|te va)",
		"^¿?que tal ?\\?",
		"^¿?(?:alguna|mas) preguntas? ?\\?",
		"^¿?(?:verdad|quien sabe|no) ?\\?",
	],
	asks: [
		"(?:me|nos) (?:gustaria|interesaria) (?:saber|conocer)",
		"(?:que|como) (?:te|le|os|les) parece",
		"(?:quedo|quedamos|estoy|estamos) (?:a la espera|pendientes?) de",
		"(?:dime|diganme|digame|avisame|aviseme|confirmame|confirmeme)",
		"si (?:quieres|quiere|lo desea|queréis),? (?:yo )?(?:puedo|podemos|te|le)",
	],
	courtesies: ["(?:saluda~|dale recuerdos|da las gracias|no dud~)", "disculp~"],
	promises: [
		"(?:te|le|les|os|lo|la|se lo|te lo) ?(?:enviare|enviaremos|mandare|mandaremos|dire|diremos|avisare|avisaremos|llamare|llamaremos|escribire|respondere|responderemos|informare|confirmare|confirmaremos|traere|paso|envio|mando)",
		"(?:voy|vamos) a (?:enviar|mandar|preguntar|revisar|comprobar|mirar|averiguar)~",
		"(?:lo|la) (?:miro|reviso|compruebo|consulto|preguntare|revisare|mirare)",
	],
	closings: [
		"(?:muchas |mil )?gracias",
		"(?:perfecto|de acuerdo|entendido|hecho|recibido|confirmado|vale|listo|pagado|aprobado|de nada)",
	],
};
