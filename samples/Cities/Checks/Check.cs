namespace Cities.Checks;

/// <summary>One question to the database: what the answer should be, and what it is.</summary>
internal sealed record Check(string Question, string Expected, string Actual)
{
    public bool Holds => Expected == Actual;
}
