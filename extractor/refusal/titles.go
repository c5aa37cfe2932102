package refusal

// walls are titles of pages that ask whether somebody is there, moments those of such
// that only take a while, denials those of pages that send one away. None is enough.
var (
	walls = []string{"just a moment", "attention required", "verify you are human", "verifying you are human",
		"human verification", "security check", "security verification", "are you human", "are you a human",
		"are you a robot", "are you not a robot", "robot check", "robot or human", "robot verification",
		"bot verification", "bot check", "checking your browser", "checking if you are human", "captcha",
		"please verify", "please wait", "one more step", "access denied", "making sure you", "verification required",
		"verification"}
	moments = []string{"just a moment", "nur einen moment", "un instant", "un moment", "un momento", "um momento",
		"een moment", "een ogenblik", "один момент", "подождите", "请稍候", "請稍候", "しばらくお待ちください", "잠시만"}
	denials = []string{"access denied", "access to this page has been denied", "access forbidden", "access blocked",
		"forbidden", "403 forbidden", "403 - forbidden", "error 403", "request blocked", "request rejected", "blocked",
		"you have been blocked", "you are blocked", "not acceptable", "406 not acceptable", "bot detected",
		"security alert", "attention required", "error: the request could not be satisfied"}
)
