package studio

import (
	"errors"
	"fmt"
)

// Error returns the message of the refusal.
func (r *Refusal) Error() string { return r.Message }

// refuse returns a refusal as an error.
func refuse(code RefusedCode, format string, args ...any) error {
	return &Refusal{Code: code, Message: fmt.Sprintf(format, args...)}
}

// refusal returns an error as a refusal: with the code of the refusal that it wraps, or else with Failed.
func refusal(err error) *Refusal {
	var r *Refusal
	if errors.As(err, &r) {
		return &Refusal{Code: r.Code, Message: err.Error()}
	}
	return &Refusal{Code: Failed, Message: err.Error()}
}
