package tool

// This part of the package holds the commands gonao match game, which run a game without a window and without the
// league's GameController.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/internal/proc"
	"gonao/internal/wording"
	"gonao/msgs"
	"gonao/ros"
	rules "gonao/soccer/game"
)

// Program is the executable of the game controller, which is beside gonao.
const Program = "game_controller"

// newGame returns the commands.
func newGame(t graph.Access) *cobra.Command {
	return cli.Group("game", "run a soccer game: a GameController without a window", newServe(t), newStatus(t), newCall(t))
}

// options holds the flags of serve.
type options struct {
	rules, kickOff, broadcast string
	players, home, away       int
	version                   int
	noDelay                   bool
}

func newServe(t graph.Access) *cobra.Command {
	o := options{rules: "spl2025", kickOff: "home", home: 1, away: 2}
	cmd := &cobra.Command{
		Use: "serve", Short: "run a game for the robots on this computer", Args: cobra.NoArgs,
		Long: `serve is a GameController without a window, until Ctrl-C: it sends control messages to the
robots on this computer, counts their messages, and waits for gonao match game call. Nothing goes
to a network unless --broadcast names the network's address. Then serve prints a warning, and stops when it
hears another GameController.`,
		Example: `  gonao match game serve --home 24 --away 5
  gonao match game serve --rules hsl2026 --players 4
  gonao match game serve --broadcast 10.0.255.255     # robots on the network obey`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.serve(cmd.Context(), t.Terminal) },
	}
	f := cmd.Flags()
	f.StringVar(&o.rules, "rules", o.rules, "the rule book: "+strings.Join(rules.Books(), ", ")+", or a file")
	f.IntVar(&o.players, "players", 0, "robots per team (default: as in the rule book)")
	f.IntVar(&o.home, "home", o.home, "number of the home team")
	f.IntVar(&o.away, "away", o.away, "number of the away team")
	f.StringVar(&o.kickOff, "kick-off", o.kickOff, "team that kicks off first: home or away")
	f.IntVar(&o.version, "version", 0, "version of the control messages, 14 to 20 (default: as in the rule book)")
	f.BoolVar(&o.noDelay, "no-delay", false, "do not require that robots hear the whistle")
	f.StringVar(&o.broadcast, "broadcast", "", "send to the robots of a network, by its broadcast address")
	return cmd
}

// serve runs the program until ctx ends. It checks the options first.
func (o options) serve(ctx context.Context, t cli.Terminal) error {
	if _, err := rules.Load(o.rules); err != nil {
		return err
	}
	if _, err := proc.Sibling(Program, "game controller"); err != nil { // it must not be announced if it cannot run
		return err
	}
	args := []string{"--ros-args"}
	for _, p := range []string{
		"rules:=" + o.rules, "players:=" + strconv.Itoa(o.players), "home.number:=" + strconv.Itoa(o.home), "away.number:=" + strconv.Itoa(o.away),
		"kick_off:=" + o.kickOff, "version:=" + strconv.Itoa(o.version), "no_delay:=" + strconv.FormatBool(o.noDelay), "broadcast:=" + o.broadcast,
	} {
		if !strings.HasSuffix(p, ":=") {
			args = append(args, "-p", p)
		}
	}
	fmt.Fprintln(t.Errs, "the game follows "+o.rules+"; gonao match game status shows it, gonao match game call acts as the referee; Ctrl-C ends it")
	if err := cli.RunProgram(ctx, t, Program, "game controller", args); ctx.Err() == nil {
		return err
	}
	return nil
}

func newStatus(t graph.Access) *cobra.Command {
	wait, topic, follow := 3*time.Second, "/game_state", false
	cmd := &cobra.Command{
		Use: "status", Short: "show the game: score, state, clock, penalties", Args: cobra.NoArgs,
		Example: `  gonao match game status
  gonao match game status --follow
  gonao match game status --topic /nao1/game_state    # the game as a robot knows it`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return t.WithNode(cmd.Context(), func(n *ros.Node) error { return status(t, n, topic, wait, follow) })
		},
	}
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "show each change, until Ctrl-C")
	cmd.Flags().StringVar(&topic, "topic", topic, "topic on which the game is published")
	cli.TimeoutFlag(cmd, &wait, "how long to wait for a game")
	return cmd
}

func status(t graph.Access, n *ros.Node, topic string, wait time.Duration, follow bool) error {
	states, err := ros.Subscribe[msgs.GameState](n, topic, ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	if err != nil {
		return err
	}
	timeout := time.After(wait)
	last := ""
	for {
		select {
		case <-n.Context().Done():
			return nil
		case <-timeout:
			if follow {
				fmt.Fprintf(t.Errs, "waiting for a game on %s\n", topic)
				continue
			}
			return fmt.Errorf("no game on %s within %s: is a game running (gonao match game serve)?", topic, wait)
		case m := <-states.C():
			timeout = nil
			if text := Text(&m); text != last {
				fmt.Fprint(t.Out, text)
				last = text
			}
			if !follow {
				return nil
			}
		}
	}
}

func newCall(t graph.Access) *cobra.Command {
	wait := 3 * time.Second
	var words []string
	cmd := &cobra.Command{
		Use: "call ACTION [home|away] [PLAYER [OUT]] [PENALTY] [SET_PLAY] [force]", Short: "act as the referee of a game", Args: cobra.MinimumNArgs(1),
		Long: "call performs an action of the referee. If the action is not possible now, it fails and prints the reason.\n\nActions: " +
			strings.Join(rules.Kinds(), ", ") + ", undo.",
		Example: `  gonao match game call standby
  gonao match game call set_play home kick_off
  gonao match game call playing
  gonao match game call goal away
  gonao match game call penalize home 3 pushing pushing_free_kick
  gonao match game call substitute home 6 2
  gonao match game call undo`,
		RunE: func(cmd *cobra.Command, args []string) error {
			words = args
			q, err := request(words)
			if err != nil {
				return err
			}
			return t.WithNode(cmd.Context(), func(n *ros.Node) error { return call(n, words[0], q, wait) })
		},
	}
	cli.TimeoutFlag(cmd, &wait, "how long to wait for the game")
	return cmd
}

// request returns the request for a command line. After the action, the words may come in any order.
func request(words []string) (msgs.RefereeActionRequest, error) {
	var q msgs.RefereeActionRequest
	var kind rules.Kind
	if words[0] != "undo" {
		if err := kind.UnmarshalText([]byte(words[0])); err != nil || kind == rules.NoAction {
			return q, cli.Usagef("%w", errors.Join(err))
		}
	}
	numbers := 0
	for _, w := range words[1:] {
		var side rules.Side
		var penalty rules.Penalty
		var play rules.SetPlay
		n, err := strconv.ParseUint(w, 10, 8)
		switch {
		case err == nil && words[0] == "undo":
			q.Steps = uint32(n)
		case err == nil && numbers == 0:
			q.Player, numbers = uint8(n), 1
		case err == nil && numbers == 1:
			q.Out, numbers = uint8(n), 2
		case side.UnmarshalText([]byte(w)) == nil:
			q.Side = uint8(side)
		case w == "force":
			q.Force = true
		case penalty.UnmarshalText([]byte(w)) == nil:
			q.Penalty = w
		case play.UnmarshalText([]byte(w)) == nil:
			q.SetPlay = w
		default:
			return q, cli.Usagef("%q: expected home, away, a number, a penalty such as pushing, a set play such as corner_kick, or force%s", w, wording.DidYouMean(w, slices.Concat([]string{"home", "away", "force"}, rules.Penalties(), rules.SetPlays())))
		}
	}
	return q, nil
}

func call(n *ros.Node, action string, q msgs.RefereeActionRequest, wait time.Duration) error {
	ctx, cancel := context.WithTimeout(n.Context(), wait)
	defer cancel()
	a, err := ros.Call[msgs.RefereeActionRequest, msgs.RefereeActionResponse](ctx, n, "/game_controller/"+action, q)
	if err != nil {
		return fmt.Errorf("no answer of a game controller within %s: is a game running (gonao match game serve)? %w", wait, err)
	}
	if !a.Success {
		return errors.New(a.Message)
	}
	return nil
}
