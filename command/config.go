package command

import "context"

// runConfig prints the effective configuration as a settings.ini.
func runConfig(_ context.Context, a *app, _ []string) error { return a.config.WriteINI(a.out) }
