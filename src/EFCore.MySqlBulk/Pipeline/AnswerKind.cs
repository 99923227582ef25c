namespace EFCore.MySqlBulk.Pipeline;

/// <summary>The kind of a statement's answer.</summary>
internal enum AnswerKind : byte
{
    Results,
    Prepared,
}
