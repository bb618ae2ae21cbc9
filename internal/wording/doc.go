// Package wording holds what error messages and reports share: numbers with their nouns, and the nearest known name.
package wording
