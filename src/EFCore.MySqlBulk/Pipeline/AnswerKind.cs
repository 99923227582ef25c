namespace EFCore.MySqlBulk.Pipeline;

/// <summary>What kind of answer a statement gets.</summary>
internal enum AnswerKind : byte
{
    Results,
    Prepared,
}
