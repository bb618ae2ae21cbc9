package experiment

import (
	"context"
	"time"

	"gonao/soccer/match"
	"gonao/soccer/team"
)

// matchKind plays matches.
var matchKind = Kind{Name: "match", Doc: "a match of two teams, played twice with a seed, with swapped sides; measures are means of both", New: newMatch}

func newMatch(v *Values) (*Trial, error) {
	cfg := match.Config{
		Red: v.Text("team", "ours", "the team that is measured: a name or a file"), Blue: v.Text("opponent", "luar", "the other one"),
		Rules: v.Text("rules", "spl2025", "the rule book"), Preset: v.Text("preset", "nao", "figures of the kinematic world"), Sight: v.Text("sight", "measured", "errors of what robots see"),
		WorldKind: v.Word("world", match.Kinematic, "how bodies move", match.Kinematic, match.Physics), Body: v.Profile(),
		Players: v.Whole("players", 0, 0, 100, "per team; 0: as the book says"), Half: v.Duration("half", 0, 0, 2*time.Hour, "of a half; 0: as the book says"),
		Link:    &team.Link{Loss: v.Number("loss", 0.02, 0, 1, "share of the team messages that is lost"), MinDelay: 20 * time.Millisecond, MaxDelay: 150 * time.Millisecond},
		Threads: 1, Seed: 1,
	}
	if len(v.wrong) == 0 { // what is wrong with a team is reported before the first run
		m, err := match.New(cfg)
		if err != nil {
			return nil, err
		}
		m.Close()
	}
	return &Trial{
		Measures: []Measure{
			{"goals", "", "of the team, per match"},
			{"conceded", "", "goals of the other one"},
			{"goal_difference", "", "goals less those conceded"},
			{"won", "", "share of the matches that were won"},
			{"shots", "", "on goal"},
			{"kicks", "", "of the team"},
			{"passes", "", "of the team"},
			{"possession", "", "share of play"},
			{"falls", "", "of the team's robots"},
			{"penalties", "", "of the team"},
			{"messages", "", "of the team"},
			{"pose_error", "m", "of all robots' beliefs, median"},
			{"ball_error", "m", "of all robots' beliefs of the ball, median"},
		},
		Run: func(ctx context.Context, seed uint64) (map[string]float64, error) { return playBoth(ctx, cfg, seed) },
	}, nil
}

// playBoth plays a seed twice, with swapped sides, and returns the means.
func playBoth(ctx context.Context, cfg match.Config, seed uint64) (map[string]float64, error) {
	out := map[string]float64{}
	for i, c := range match.Jobs(cfg, cfg.Red, cfg.Blue, seed, 1) {
		m, err := match.New(c)
		if err != nil {
			return nil, err
		}
		r, err := m.Run(ctx)
		m.Close()
		if err != nil {
			return nil, err
		}
		a := i // the side of the team
		if cfg.Red == cfg.Blue {
			a = 0
		}
		b := 1 - a
		possession := r.Possession[a]
		for name, v := range map[string]float64{
			"goals": float64(r.Score[a]), "conceded": float64(r.Score[b]), "goal_difference": float64(r.Score[a] - r.Score[b]), "won": bit(r.Score[a] > r.Score[b]),
			"shots": float64(r.Shots[a]), "kicks": float64(r.Kicks[a]), "passes": float64(r.Passes[a]), "possession": possession, "falls": float64(r.Falls[a]),
			"penalties": float64(r.Penalties[a]), "messages": float64(r.Messages[a]), "pose_error": r.Pose.Median, "ball_error": r.Ball.Median,
		} {
			out[name] += v / 2
		}
	}
	return out, nil
}
