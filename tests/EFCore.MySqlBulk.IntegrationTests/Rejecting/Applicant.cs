namespace EFCore.MySqlBulk.IntegrationTests.Rejecting;

/// <summary>A row that a server refuses for many reasons.</summary>
public sealed class Applicant
{
    public int Id { get; set; }

    /// <summary>Unique, ignoring case.</summary>
    public string Code { get; set; } = "";

    /// <summary>At most ten characters, and never null.</summary>
    public string Name { get; set; } = "";

    /// <summary>From 0 to 150.</summary>
    public int Age { get; set; }

    /// <summary>At most 999.99.</summary>
    public decimal Fee { get; set; }

    public double Score { get; set; }

    /// <summary>One of the teams.</summary>
    public int? TeamId { get; set; }

    public Team? Team { get; set; }
}
