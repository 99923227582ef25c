namespace Archive.Model;

/// <summary>That somebody has looked at a visit: stored with the change of <see cref="Visit.Views" />, to check that the archive loses none.</summary>
internal sealed class View
{
    public long Id { get; set; }

    public long VisitId { get; set; }
}
