namespace EFCore.MySqlBulk.Pipeline.Authentication;

/// <summary>One way of proving who the client is.</summary>
internal abstract class AuthenticationPlugin
{
    /// <summary>The first word: with the greeting's answer, or after a switch.</summary>
    public abstract byte[] Prove(byte[] scramble, Credentials credentials);

    /// <summary>The answer to the server's next word; <see langword="null" /> when there is nothing to say.</summary>
    public abstract byte[]? Continue(byte[] data, Credentials credentials);

    public static AuthenticationPlugin Named(string name)
        => Find(name) ?? throw new PipelineUnsupportedException($"The account uses the authentication plugin {name}, which the pipeline does not support.");

    public static AuthenticationPlugin? Find(string name) => name switch
    {
        CachingSha2Password.Name => new CachingSha2Password(),
        MySqlNativePassword.Name => new MySqlNativePassword(),
        _ => null,
    };
}
