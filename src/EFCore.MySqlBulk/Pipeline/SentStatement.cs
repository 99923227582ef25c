using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>A statement whose answer, which starts with a certain sequence number, has not been read.</summary>
internal readonly record struct SentStatement(AnswerKind Kind, byte AnswerSequence, int Length, PreparedStatement? Statement, RowReceiver? Rows, OutcomeReceiver? Outcome);
