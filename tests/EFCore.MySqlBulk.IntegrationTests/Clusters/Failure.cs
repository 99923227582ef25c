using TestServers.Clusters;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>How a member of a cluster fails.</summary>
public enum Failure
{
    /// <summary>Its process is ended.</summary>
    Killed,

    /// <summary>Its process is stopped: its connections stay, and nothing answers.</summary>
    Frozen,

    /// <summary>It no longer reaches the other members. Clients reach it.</summary>
    CutOff,
}

/// <summary>Lets members fail.</summary>
public static class Failures
{
    public static async Task FailAsync(this ClusterMember member, Failure failure)
    {
        switch (failure)
        {
            case Failure.Killed:
                member.Kill();
                break;
            case Failure.Frozen:
                member.Freeze();
                break;
            default:
                await member.CutOffAsync();
                break;
        }
    }

    /// <summary>Ends what keeps the member from working, unless it was killed.</summary>
    public static async Task EndAsync(this ClusterMember member, Failure failure)
    {
        if (failure == Failure.Frozen)
            member.Resume();
        else if (failure == Failure.CutOff)
            await member.JoinAsync();
    }
}
