namespace Archive.Model;

/// <summary>What the tables were filled with, for a run that goes on.</summary>
internal sealed class Run
{
    public int Id { get; set; }

    public int Rows { get; set; }

    /// <summary>The time of the first visit.</summary>
    public DateTime Begin { get; set; }

    /// <summary>The visits before it are archived.</summary>
    public DateTime Cutoff { get; set; }
}
