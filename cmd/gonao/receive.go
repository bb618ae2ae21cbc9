package main

import (
	"github.com/spf13/cobra"

	"gonao/ros"
)

// qosFlags are the flags that choose a subscription's or publisher's QoS.
type qosFlags struct{ reliable, transientLocal bool }

// add adds the flags; the default fits every publisher.
func (q *qosFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&q.reliable, "reliable", false, "ask for lost messages again (only reliable publishers)")
	cmd.Flags().BoolVar(&q.transientLocal, "transient-local", false, "get what was published before, too (only transient local publishers; implies --reliable)")
}

// subscription gives the options of a subscription that loses little.
func (q *qosFlags) subscription() []ros.Option {
	opts := []ros.Option{ros.Depth(100)}
	if !q.reliable && !q.transientLocal {
		opts = append(opts, ros.BestEffort())
	}
	if q.transientLocal {
		opts = append(opts, ros.TransientLocal())
	}
	return opts
}
