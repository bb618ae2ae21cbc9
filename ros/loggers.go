package ros

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	rclinterfaces "gonao/msgs/rcl_interfaces"
)

// startLoggers serves ~/get_logger_levels and ~/set_logger_levels, as rclcpp does with the option enable_logger_service.
// A node has one logger, which has the node's name; other loggers have no level.
func (n *Node) startLoggers(NodeOptions) error {
	own := loggerName(n.FullName())
	_, get := Serve(n, "~/get_logger_levels", func(_ context.Context, q rclinterfaces.GetLoggerLevelsRequest) (a rclinterfaces.GetLoggerLevelsResponse, err error) {
		for _, name := range q.Names {
			level := uint32(rclinterfaces.LoggerLevelLogLevelUnknown)
			if name == own {
				level = logLevelNumber(n.LogLevel())
			}
			a.Levels = append(a.Levels, rclinterfaces.LoggerLevel{Name: name, Level: level})
		}
		return a, nil
	})
	_, set := Serve(n, "~/set_logger_levels", func(_ context.Context, q rclinterfaces.SetLoggerLevelsRequest) (a rclinterfaces.SetLoggerLevelsResponse, err error) {
		for _, l := range q.Levels {
			a.Results = append(a.Results, n.setLoggerLevel(own, l))
		}
		return a, nil
	})
	return errors.Join(get, set)
}

func (n *Node) setLoggerLevel(own string, l rclinterfaces.LoggerLevel) rclinterfaces.SetLoggerLevelsResult {
	if l.Name != own {
		return rclinterfaces.SetLoggerLevelsResult{Reason: fmt.Sprintf("logger %q: expected %q, the only one of this node", l.Name, own)}
	}
	level, ok := logLevels[l.Level]
	if !ok {
		return rclinterfaces.SetLoggerLevelsResult{Reason: fmt.Sprintf("level %d: expected 10 (debug), 20 (info), 30 (warn), 40 (error) or 50 (fatal)", l.Level)}
	}
	n.SetLogLevel(level)
	return rclinterfaces.SetLoggerLevelsResult{Successful: true}
}

// logLevels are the levels by their numbers in ROS.
var logLevels = map[uint32]slog.Level{
	uint32(rclinterfaces.LoggerLevelLogLevelDebug): slog.LevelDebug, uint32(rclinterfaces.LoggerLevelLogLevelInfo): slog.LevelInfo,
	uint32(rclinterfaces.LoggerLevelLogLevelWarn): slog.LevelWarn, uint32(rclinterfaces.LoggerLevelLogLevelError): slog.LevelError,
	uint32(rclinterfaces.LoggerLevelLogLevelFatal): LevelFatal,
}

// logLevelNumber returns the number of a level.
func logLevelNumber(level slog.Level) uint32 {
	for number, l := range logLevels {
		if l == level {
			return number
		}
	}
	return uint32(rclinterfaces.LoggerLevelLogLevelUnknown)
}
