namespace EFCore.MySqlBulk.IntegrationTests.Rejecting;

/// <summary>What an applicant may refer to.</summary>
public sealed class Team
{
    public int Id { get; set; }
}
