package env

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"reflect"
	"time"

	"gonao/sim"
	"gonao/soccer/match"
)

// longestLine is the largest request, bytes.
const longestLine = 1 << 20

// A request is a line that a client sends, in JSON: make, reset, step or truth.
type request struct {
	Method  string   `json:"method"`
	Config  Config   `json:"config"`
	Red     string   `json:"red"` // for make: the teams of the robots that are not agents
	Blue    string   `json:"blue"`
	World   string   `json:"world"` // kinematic or physics; "": kinematic
	Body    string   `json:"body"`  // in physics: ideal, paper, real or worn; "": real
	Players int      `json:"players"`
	HalfSec float64  `json:"half"` // s; 0: from the rules
	Seed    uint64   `json:"seed"`
	Actions []Action `json:"actions"`
}

// Serve serves environments to local clients until ctx ends: one environment a connection, a request a line and an answer a
// line, in JSON. An answer has the key error where a request was wrong; the connection stays.
func Serve(ctx context.Context, l net.Listener) error {
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	defer stop()
	for {
		conn, err := l.Accept()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("environment: %w", err)
		}
		go session(ctx, conn)
	}
}

// session answers one client.
func session(ctx context.Context, conn net.Conn) {
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	defer conn.Close()
	var e *Env
	defer func() {
		if e != nil {
			e.Close()
		}
	}()
	lines := bufio.NewScanner(conn)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		var answer any
		var err error
		e, answer, err = handle(e, lines.Bytes())
		if err != nil {
			answer = map[string]string{"error": err.Error()}
		}
		if json.NewEncoder(conn).Encode(answer) != nil {
			return
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		_, _ = io.WriteString(conn, `{"error": "the line is too long"}`+"\n")
	}
}

// described returns a fault of JSON in words that need no Go.
func described(err error) error {
	if kind := new(json.UnmarshalTypeError); errors.As(err, &kind) {
		want := kind.Type.String()
		switch kind.Type.Kind() {
		case reflect.Float64:
			want = "number"
		case reflect.Int, reflect.Uint64:
			want = "whole number"
		case reflect.Slice:
			want = "list"
		case reflect.Struct:
			want = "object"
		default:
		}
		return fmt.Errorf("%s: %s given; expected a %s", kind.Field, kind.Value, want)
	}
	return fmt.Errorf("expected one JSON object on a line: %w", err)
}

// handle answers one request.
func handle(e *Env, line []byte) (*Env, any, error) {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return e, nil, fmt.Errorf("request: %w", described(err))
	}
	if r.Method == "make" {
		r.Config.Match = match.Config{Red: r.Red, Blue: r.Blue, Players: r.Players, Half: time.Duration(r.HalfSec * float64(time.Second)), WorldKind: r.World, Body: sim.Profile(r.Body)}
		made, err := New(r.Config)
		if err != nil {
			return e, nil, err
		}
		if e != nil {
			e.Close()
		}
		return made, map[string]int{"agents": len(made.agents)}, nil
	}
	if e == nil {
		return nil, nil, fmt.Errorf("%s: expected make first", r.Method)
	}
	switch r.Method {
	case "reset":
		answer, err := e.Reset(r.Seed)
		return e, answer, err
	case "step":
		answer, err := e.Step(r.Actions)
		return e, answer, err
	case "truth":
		if e.match == nil {
			return e, nil, errors.New("truth: expected reset first")
		}
		return e, e.Truth(), nil
	}
	return e, nil, fmt.Errorf("method %q: expected make, reset, step or truth", r.Method)
}
