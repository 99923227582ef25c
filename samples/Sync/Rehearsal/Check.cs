namespace Sync.Rehearsal;

/// <summary>One question: what the answer should be, and what it is.</summary>
internal sealed record Check(string Question, long Expected, long Actual)
{
    public bool Holds => Expected == Actual;
}
