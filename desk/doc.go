// Package desk keeps projects and their crawls for users in the browser. A project is a folder as the command line uses
// it, and package run crawls in that folder. See docs/design/desk.md.
package desk
